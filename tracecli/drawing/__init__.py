"""Where nodes and edges are: one geometry for the terminal map, SVG and the web page. Pure; knows no terminal.

`layout` takes the graph out of a trace and gives every node a grid cell, `routing` finds the edges' ways between them.
`charmap` and `pixels` turn the result into characters and into coordinates.
"""
