"""What a loop costs: facts on the steps, an exact recurrence, and what a snapshot owes to it.

`facts` reads and checks what an author declares, `graph` makes a timed event graph of it, `period` finds the time of an
iteration and its formula, `schedule` says when each operation runs and which snapshots do not hold.

The class of loops is narrow on purpose: program order, first-in-first-out resources, waits and queues. It has no
branches, no interpreter lock, no interleaving of coroutines, no streams that slow each other and no random costs.
"""
