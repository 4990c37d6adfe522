"""Where nodes and edges lie: one geometry for the terminal map, SVG and the web page. Pure; knows no terminal.

`graph` takes the drawing out of a trace, `cells` gives every node a grid cell, `routes` leads the edges between them.
`charmap` and `pixels` turn the result into characters and into coordinates.
"""
