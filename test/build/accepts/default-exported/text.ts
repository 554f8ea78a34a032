export default 'q'
