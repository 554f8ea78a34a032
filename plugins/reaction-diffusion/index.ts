/**
 * Two chemicals that spread and react: patterns of skin, shell and coral out of nothing but a few random
 * spots.
 */
import type { Image, Integer, ProgressReporter, Range } from 'specimen-host/plugin'
import { type ColormapName, createColorTable, toColorOffset } from '../shared/colormap.ts'
import { createRandom } from '../shared/random.ts'
import { advance, createPlate, type Rates } from './gray-scott.ts'

/**
 * Feed and kill rates of well-known patterns (J. Pearson, "Complex patterns in a simple system", Science 261,
 * 1993).
 */
const patterns = {
  coral: { feed: 0.0545, kill: 0.062 },
  labyrinth: { feed: 0.029, kill: 0.057 },
  mitosis: { feed: 0.0367, kill: 0.0649 },
  worms: { feed: 0.046, kill: 0.063 },
  holes: { feed: 0.039, kill: 0.058 },
  pulses: { feed: 0.018, kill: 0.051 },
} as const satisfies { readonly [name: string]: Rates }

/**
 * A pattern that two chemicals grow by themselves, as an RGB image: the Gray–Scott model of a reaction U + 2V
 * → 3V with feed and removal, on a square whose edges meet (a torus). Reports its progress.
 *
 * @displayName Reaction–diffusion
 * @tags chemistry, biology, simulation, pattern, image
 * @thumbnail reaction-diffusion.png
 * @story In 1952 Alan Turing asked how a leopard gets its spots, and answered: two substances, one that makes
 * more of both, one that spreads faster and stops it. That is all there is in this picture.
 * @preset Coral {}
 * @preset Labyrinth {"pattern":"labyrinth","steps":6000,"colors":"ice"}
 * @preset Dividing cells {"pattern":"mitosis","steps":5000,"colors":"viridis"}
 * @preset Holes {"pattern":"holes","steps":6000,"colors":"magma"}
 * @preset Worms {"pattern":"worms","steps":6000}
 * @param pattern - Which feed and kill rates.
 * @param size - Pixels along each edge.
 * @param steps - Steps of the simulation, one unit of time each. Patterns fill the picture from about 2000 on
 * and settle for a long time.
 * @param seed - Another number, other first spots.
 * @param colors - Colours from little V to much.
 */
export function reactionDiffusion(
  progress: ProgressReporter,
  pattern: 'coral' | 'labyrinth' | 'mitosis' | 'worms' | 'holes' | 'pulses' = 'coral',
  size: Integer & Range<64, 512> = 128,
  steps: Integer & Range<100, 20_000> = 2500,
  seed: Integer & Range<0, 9999> = 1,
  colors: 'viridis' | 'magma' | 'ice' | 'ember' = 'ember',
): Image {
  const plate = createPlate(size, createRandom(seed))
  for (let step = 0; step < steps; step++) {
    if (step % Math.ceil(steps / 20) === 0) progress.report(`step ${step} of ${steps}`, step / steps)
    advance(plate, patterns[pattern])
  }
  progress.report(`step ${steps} of ${steps}`, 1)
  return { width: size, height: size, channels: 3, data: paint(plate.v, colors) }
}

/** Returns RGB pixels, with the strongest V at the end of the colour map. */
function paint(v: Float32Array, colors: ColormapName): Uint8Array {
  const table = createColorTable(colors)
  let peak = 1e-6
  for (const amount of v) peak = Math.max(peak, amount)
  const pixels = new Uint8Array(v.length * 3)
  for (let i = 0; i < v.length; i++) {
    const offset = toColorOffset((v[i] ?? 0) / peak)
    for (let channel = 0; channel < 3; channel++) pixels[3 * i + channel] = table[offset + channel] ?? 0
  }
  return pixels
}
