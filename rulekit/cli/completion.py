"""`rulekit completion SHELL`: the completion of commands, options and games for a shell."""

from __future__ import annotations

import argparse
from importlib import import_module

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `completion`."""
    parser.add_argument("shell", choices=SHELLS, help="the shell whose completion to print")


def run(args: argparse.Namespace) -> int:
    """Print a script for the start file of a shell."""
    print(script(args.shell))
    return 0


def script(shell: str) -> str:
    """The script of a shell; names of bundled games are those of this installation."""
    from rulekit.sources.bundled import whole_games

    options = {name: _options(name) for name in _commands()}
    makers = {"bash": _bash, "zsh": _zsh, "fish": _fish}
    return makers[shell](options, whole_games())


def _commands() -> dict[str, str]:
    from rulekit.cli.main import available

    return available()


def _options(command: str) -> list[str]:
    """The long options of a command."""
    from rulekit.cli.main import _module

    parser = argparse.ArgumentParser(add_help=False)
    import_module(_module(command)).add_arguments(parser)
    return sorted({flag for action in parser._actions for flag in action.option_strings if flag.startswith("--")} | {"--help"})


def _bash(options: dict[str, list[str]], games: list[str]) -> str:
    cases = "\n".join(f'    {name}) words="{" ".join(found)}" ;;' for name, found in options.items())
    return f"""# rulekit completion for bash: source it, or put it where bash-completion looks
_rulekit() {{
  local cur="${{COMP_WORDS[COMP_CWORD]}}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{" ".join(options)} --help --version" -- "$cur"))
    return
  fi
  case "${{COMP_WORDS[1]}}" in
{cases}
  esac
  if [[ "$cur" == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  else
    COMPREPLY=($(compgen -W "{" ".join(games)}" -- "$cur") $(compgen -f -X '!*.rules' -- "$cur"))
  fi
}}
complete -o filenames -F _rulekit rulekit"""


def _zsh(options: dict[str, list[str]], games: list[str]) -> str:
    commands = "\n".join(f"    '{name}:{_plain(text)}'" for name, text in _commands().items())
    cases = "\n".join(f"    {name}) flags=({' '.join(found)}) ;;" for name, found in options.items())
    return f"""#compdef rulekit
# rulekit completion for zsh: save it as _rulekit in a folder of $fpath
_rulekit() {{
  local -a commands flags games
  commands=(
{commands}
  )
  games=({" ".join(games)})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$words[2]" in
{cases}
  esac
  if [[ "$PREFIX" == -* ]]; then
    compadd -- $flags
  else
    compadd -- $games
    _files -g '*.rules'
  fi
}}
_rulekit "$@\""""


def _fish(options: dict[str, list[str]], games: list[str]) -> str:
    lines = ["# rulekit completion for fish: save it as ~/.config/fish/completions/rulekit.fish"]
    for name, text in _commands().items():
        lines.append(f"complete -c rulekit -n __fish_use_subcommand -f -a {name} -d '{_plain(text)}'")
    for name, found in options.items():
        seen = f"'__fish_seen_subcommand_from {name}'"
        lines += [f"complete -c rulekit -n {seen} -l {flag.removeprefix('--')}" for flag in found]
    lines.append(f"complete -c rulekit -n 'not __fish_use_subcommand' -a '{' '.join(games)}'")
    return "\n".join(lines)


def _plain(text: str) -> str:
    """A text between single quotes."""
    return text.replace("'", "").replace(":", "")
