export default [3, 1]
