export default (4 * 2 - 10) / 4
