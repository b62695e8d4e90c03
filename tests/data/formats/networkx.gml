graph [
  node [
    id 0
    label "0"
    area "x"
  ]
  node [
    id 1
    label "1"
    area "x"
  ]
  node [
    id 2
    label "2"
    area "x"
  ]
  node [
    id 3
    label "3"
    area "y"
  ]
  node [
    id 4
    label "4"
    area "y"
  ]
  node [
    id 5
    label "5"
    area "y"
  ]
  edge [
    source 0
    target 1
    weight 1.0
  ]
  edge [
    source 0
    target 2
    weight 3.0
  ]
  edge [
    source 0
    target 3
    weight 7.0
  ]
  edge [
    source 1
    target 2
    weight 2.0
  ]
  edge [
    source 3
    target 4
    weight 4.0
  ]
  edge [
    source 3
    target 5
    weight 6.0
  ]
  edge [
    source 4
    target 5
    weight 5.0
  ]
]
