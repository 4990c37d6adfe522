"""too-deep (error): lists and mappings lie in one another deeper than the limit.

A trace needs seven levels. What is hundreds deep is a mistake of a program, or an attempt to make readers crash. The
limit is 100 levels; TRACE_MAX_DEPTH in the environment raises it.

Fails:

    x-note: [[[[[[[[[[[[[[[[[[[[
      [[[[[[[[[[[[[[[[[[[[
      [[[[[[[[[[[[[[[[[[[[
      [[[[[[[[[[[[[[[[[[[[
      [[[[[[[[[[[[[[[[[[[[
      ]]]]]]]]]]]]]]]]]]]]
      ]]]]]]]]]]]]]]]]]]]]
      ]]]]]]]]]]]]]]]]]]]]
      ]]]]]]]]]]]]]]]]]]]]
      ]]]]]]]]]]]]]]]]]]]]

Passes:

    x-note: [[[plain]]]
"""
