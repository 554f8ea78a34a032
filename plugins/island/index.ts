/**
 * An island that never was: fractal noise over an irregular net of triangles, the same for the same seed
 * everywhere. As the land itself, as a map of it, and in the light of a lamp.
 */
import type { Direction, Integer, Labels, Lines, Mesh, Range } from 'specimen-host/plugin'
import { toVertexNormals } from '../shared/vertex-normals.ts'
import { drawContours } from './contours.ts'
import { lightLand } from './light-land.ts'
import { namePeaks } from './name-peaks.ts'
import { paintLand } from './paint-land.ts'
import { findPeaks } from './peaks.ts'
import { makeRelief, type Net } from './relief.ts'

/**
 * A mountainous island in the sea. Heights are ridged multifractal noise (Musgrave 1994) on simplex noise;
 * the net is a Delaunay triangulation of evenly scattered points. One unit is a kilometre, z is up, the sea
 * is at 0.
 *
 * @displayName Island
 * @tags terrain, noise, procedural, mesh
 * @thumbnail island.png
 * @view camera=0.5,-1,0.7 roughness=0.9
 * @axes km
 * @story Noise of one scale makes hills like blankets. Add the same noise again and again, twice as fine and
 * half as high each time, fold it where it crosses zero, and ridges appear where there were none: no rule
 * says "mountain".
 * @preset Alpine {"seed":7,"height":3.2,"ridges":1,"roughness":0.5}
 * @preset Rolling hills {"height":0.7,"ridges":0,"roughness":0.3}
 * @preset Archipelago {"seed":3,"sea":0.62}
 * @preset Rough crater land {"seed":42,"ridges":0.3,"roughness":0.7,"sea":0.1}
 * @param seed - Another number, another island.
 * @param points - Points of the net. More of them show finer ridges.
 * @param height - Height of the land where the noise is 1, in kilometres: about that of the tallest peaks.
 * @unit km
 * @param roughness - How much of its height each finer layer keeps.
 * @param ridges - From 0 (rolling hills) to 1 (sharp ridges).
 * @param sea - How much of the land the sea covers.
 */
export function island(
  seed: Integer & Range<0, 9999> = 11,
  points: Integer & Range<1000, 120_000> = 40_000,
  height: Range<0.2, 4> = 1.2,
  roughness: Range<0.2, 0.7> = 0.44,
  ridges: Range<0, 1> = 0.8,
  sea: Range<0, 0.9> = 0.3,
): Mesh {
  return toMesh(makeRelief({ seed, points, height, roughness, ridges, sea }))
}

/** Returns the net with its colours and normals. */
function toMesh({ vertices, indices }: Net): Mesh {
  const normals = toVertexNormals(vertices, indices)
  return { vertices, indices, normals, colors: paintLand(vertices, normals) }
}

/** The parts of a map. */
interface IslandMap {
  readonly land: Mesh
  readonly contours: Lines
  readonly indexContours: Lines
  readonly peaks: Labels
}

/**
 * A map of an invented island: its land, contour lines, each fifth one darker, and its peaks with their
 * heights. A peak rises far enough above the saddle to any higher one.
 *
 * @displayName Island, map
 * @tags terrain, map, contour lines, procedural, scene
 * @thumbnail island-map.png
 * @axes km
 * @view camera=0.4,-1,1 roughness=0.9
 * @part land title="Land"
 * @part contours color=#5b4632 title="Contours"
 * @part indexContours color=#2d1e10 title="Index contours"
 * @part peaks title="Peaks"
 * @story Charles Hutton drew the first map with lines of equal height in 1778, to weigh a mountain: he had
 * the volume of Schiehallion to find, and saw that points of one height fall into their places when they are
 * joined.
 * @story Where lines stand close, it is [steep](?interval=20&~camera=0,0,1). A line never ends inside of the
 * island, and two of different heights never meet.
 * @story What is a peak? Climb down as little as you can on the way to any higher summit: that descent is its
 * prominence. Ask for [less of it](?prominence=40), and more summits get a name.
 * @preset Each 20 m {"interval":20}
 * @preset Every summit {"prominence":30}
 * @preset Alpine {"seed":7,"height":3.2,"interval":200,"prominence":300}
 * @preset Archipelago {"seed":3,"sea":0.62}
 * @param seed - Another number, another island.
 * @param height - Height where the noise is 1: about that of the tallest peaks.
 * @unit km
 * @param sea - How much of the land the sea covers.
 * @param interval - Height from one contour to the next.
 * @unit m
 * @param prominence - Least descent from a named peak to its saddle.
 * @unit m
 */
export function islandMap(
  seed: Integer & Range<0, 9999> = 11,
  height: Range<0.2, 4> = 1.2,
  sea: Range<0, 0.9> = 0.3,
  interval: 20 | 50 | 100 | 200 = 50,
  prominence: Integer & Range<20, 500> = 150,
): IslandMap {
  const net = makeRelief({ seed, points: 40_000, height, roughness: 0.44, ridges: 0.8, sea })
  const highest = net.vertices.reduce((most, value, i) => (i % 3 === 2 ? Math.max(most, value) : most), 0)
  const count = Math.ceil((1000 * highest) / interval) - 1
  const levels = Array.from({ length: Math.max(0, count) }, (_, i) => ((i + 1) * interval) / 1000)
  return {
    land: toMesh(net),
    contours: drawContours(
      net,
      levels.filter((_, i) => i % 5 !== 4),
    ),
    indexContours: drawContours(
      net,
      levels.filter((_, i) => i % 5 === 4),
    ),
    peaks: namePeaks(findPeaks(net, prominence / 1000), seed),
  }
}

/**
 * An invented island in the light of a lamp that you hold: its ridges throw shadows over the valleys. One
 * unit is a kilometre, z is up, the sea is at 0.
 *
 * @displayName Island, by lamplight
 * @tags terrain, light, shadow, procedural, mesh
 * @axes km
 * @view camera=0.4,-1,1 shading=none
 * @story Turn the arrow: it leads to the lamp. Since 1799, when Lehmann drew hills by their slopes, maps
 * have had their light from the north west, where the sun never stands in Europe. From the other side
 * valleys look like ridges: [look](?lamp=[-1,1,0.6]&~camera=0,0,1), and [from the other
 * side](?lamp=[1,-1,0.6]&~camera=0,0,1).
 * @preset As on maps {"lamp":[-1,1,0.7]}
 * @preset Noon {"lamp":[0.1,-0.3,1]}
 * @preset Evening {"lamp":[-1,0.1,0.12]}
 * @preset Alpine {"seed":7,"height":3.2,"lamp":[1,-0.4,0.7]}
 * @param lamp - Where the light comes from.
 * @param seed - Another number, another island.
 * @param height - Height where the noise is 1: about that of the tallest peaks.
 * @unit km
 */
export function islandLight(
  lamp: Direction = [-1, -0.5, 0.6],
  seed: Integer & Range<0, 9999> = 11,
  height: Range<0.2, 4> = 1.2,
): Mesh {
  const relief = { seed, points: 60_000, height, roughness: 0.44, ridges: 0.8, sea: 0.3 }
  const { vertices, indices } = makeRelief(relief)
  const normals = toVertexNormals(vertices, indices)
  const colors = lightLand({ vertices, indices, normals }, paintLand(vertices, normals), lamp)
  return { vertices, indices, normals, colors }
}
