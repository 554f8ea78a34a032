/**
 * Makes earthquakes.ply from the npm package `vega-datasets`: node
 * specimens/earthquakes/convert.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCoasts } from '../read-coasts.mjs'
import { withPackage } from '../unpack-package.mjs'

const earthRadius = 6.371
const coastColor = [70, 100, 122]
/** Colours by depth in kilometres, in between by proportion. */
const depthColors = [
  [0, [255, 240, 160]],
  [35, [255, 180, 70]],
  [100, [240, 90, 70]],
  [300, [190, 50, 140]],
  [700, [120, 60, 220]],
]

const points = await withPackage('vega-datasets@3.2.1', (folder) => {
  const read = (name) => JSON.parse(readFileSync(join(folder, 'data', name), 'utf8'))
  return [...listCoasts(read('world-110m.json')), ...listQuakes(read('earthquakes.json'))]
})
writeFileSync(join(import.meta.dirname, 'earthquakes.ply'), toPly())

function listCoasts(world) {
  return readCoasts(world, 0.4).map(([longitude, latitude]) => ({
    place: toPlace(longitude, latitude, 0),
    color: coastColor,
    depth: 0,
    magnitude: 0,
  }))
}

/**
 * Events with a magnitude, deepest first. A depth above the ground (quarry blasts, volcanoes) counts as it
 * is.
 */
function listQuakes({ features }) {
  return features
    .filter(({ properties: { mag } }) => mag !== null)
    .map(({ geometry: { coordinates }, properties: { mag } }) => {
      const [longitude, latitude, depth] = coordinates
      return { place: toPlace(longitude, latitude, depth), color: toColor(depth), depth, magnitude: mag }
    })
    .sort((a, b) => b.depth - a.depth)
}

/** Position in 1000 km on a sphere: x towards 0° E on the equator, z through the north pole. */
function toPlace(longitude, latitude, depth) {
  const [a, b] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180]
  const radius = earthRadius - depth / 1000
  return [radius * Math.cos(b) * Math.cos(a), radius * Math.cos(b) * Math.sin(a), radius * Math.sin(b)]
}

function toColor(depth) {
  const next = Math.max(
    1,
    depthColors.findIndex(([limit]) => depth < limit),
  )
  const [[low, from], [high, to]] = [depthColors[next - 1], depthColors[next]]
  const t = Math.min(1, Math.max(0, (depth - low) / (high - low)))
  return from.map((value, i) => Math.round(value + (to[i] - value) * t))
}

function toPly() {
  const fields = [
    'float x',
    'float y',
    'float z',
    'uchar red',
    'uchar green',
    'uchar blue',
    'float depth',
    'float magnitude',
  ]
  const header = [
    'ply',
    'format binary_little_endian 1.0',
    'comment earthquakes of 31 January to 7 February 2018 (USGS) and coastlines (Natural Earth); 1000 km, depth in km',
    `element vertex ${points.length}`,
    ...fields.map((field) => `property ${field}`),
    'end_header\n',
  ].join('\n')
  const body = Buffer.alloc(points.length * 23)
  for (const [i, { place: position, color, depth, magnitude }] of points.entries()) {
    for (const [axis, value] of position.entries()) body.writeFloatLE(value, 23 * i + 4 * axis)
    body.set(color, 23 * i + 12)
    body.writeFloatLE(depth, 23 * i + 15)
    body.writeFloatLE(magnitude, 23 * i + 19)
  }
  return Buffer.concat([Buffer.from(header), body])
}
