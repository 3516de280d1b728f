"""What native code says by numbers, for those who must not load more than that."""

NONE = 1 << 40  # nobody, nothing
OK, NO_OPTION = 0, 9  # it went well; there is no such option
WANTS_TEXTS = 100  # a search does not know what an answer is called
WANTS_WORLD = 101  # a race wants a world that native code cannot draw
