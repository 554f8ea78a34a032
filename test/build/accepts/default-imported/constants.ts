const base = 3
export const RADIUS = base / 2
export const MODE = 'high'
const nine = 9
export default nine
