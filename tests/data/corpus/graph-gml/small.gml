Creator "x"
graph [
 directed 0
 node [ id 1 label "a &amp; b" value 0 ]
 node [ id 2 label "c" value 1 ]
 edge [ source 1 target 2 value 1.5 ]
]
