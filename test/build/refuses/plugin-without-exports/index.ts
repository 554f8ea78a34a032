const size = 3
console.log(size)
