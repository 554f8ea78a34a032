export default Math.random()
