"""Work spread over processes and machines: own processes, any executor, what is sent to them, what is done already."""
