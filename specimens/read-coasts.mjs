/** Reads the coastlines of a TopoJSON world, for the conversion scripts. */

/**
 * Returns [longitude, latitude] in degrees along all coasts of `world.objects.land`, `step` degrees apart or
 * less.
 */
export function readCoasts(world, step) {
  const { scale, translate } = world.transform
  const arcs = world.arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]) => {
      ;[x, y] = [x + dx, y + dy]
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
    })
  })
  const numbers = new Set(listNumbers(world.objects.land).map((number) => (number < 0 ? ~number : number)))
  return [...numbers].flatMap((number) => fillGaps(arcs[number], step))
}

function listNumbers({ geometries, arcs }) {
  return geometries ? geometries.flatMap(listNumbers) : arcs.flat(Infinity)
}

function fillGaps(line, step) {
  return line.slice(1).flatMap((to, i) => {
    const from = line[i]
    const shrink = Math.cos((from[1] * Math.PI) / 180)
    const count = Math.max(1, Math.ceil(Math.hypot((to[0] - from[0]) * shrink, to[1] - from[1]) / step))
    return Array.from({ length: count }, (_, k) =>
      [0, 1].map((axis) => from[axis] + ((to[axis] - from[axis]) * k) / count),
    )
  })
}
