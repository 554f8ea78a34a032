import type { Mesh } from 'specimen-host/plugin'

function ball(): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
module.exports = { ball }
module.exports.disc = ball
exports.cube = ball
exports['cone'] = () => ball()
