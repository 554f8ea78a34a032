/**
 * How each thumbnail is drawn: which function, with which parameters, seen from where, in which colours
 * (linear RGB).
 */

const quiet = { report() {} }

/**
 * Picture name: the plugin's folder, the call, options of the drawing, and `file` where the picture goes
 * elsewhere.
 */
export const recipes = {
  'minimal-surface': {
    plugin: 'minimal-surface',
    call: ({ minimalSurface }) => minimalSurface('gyroid', 2, 40, 0),
    azimuth: 32,
    elevation: 26,
    zoom: 1.12,
    color: (_place, _normal, front) => (front ? [0.8, 0.3, 0.09] : [0.05, 0.27, 0.44]),
  },
  'minimal-solid': {
    plugin: 'minimal-surface',
    call: ({ minimalSolid }) => minimalSolid('diamond', 3, 36, 0.16, 'ball'),
    azimuth: 28,
    elevation: 22,
    zoom: 0.98,
    color: ([x, y, z]) => blend([0.02, 0.12, 0.2], [0.34, 0.6, 0.3], (Math.hypot(x, y, z) / 1.5) ** 2.2),
  },
  'gyroid-cell': {
    plugin: 'minimal-surface',
    file: '../specimens/gyroid-cell/thumbnail.png',
    call: ({ minimalSurface }) => minimalSurface('schwarz-p', 1, 48, 0),
    azimuth: 32,
    elevation: 26,
    zoom: 0.84,
    color: (_place, _normal, front) => (front ? [0.1, 0.42, 0.4] : [0.8, 0.45, 0.12]),
  },
  'parametric-surface': {
    plugin: 'parametric-surface',
    call: ({ parametricSurface }) => parametricSurface('boy', 160, 1),
    azimuth: 20,
    elevation: 32,
    zoom: 1.15,
    gloss: 0.6,
    color: ([x, y]) => {
      const turn = Math.atan2(y, x)
      return [0, 2.1, 4.2].map((phase) => 0.3 + 0.25 * Math.cos(turn + phase))
    },
  },
  'gear-wheel': {
    plugin: 'gear-wheel',
    call: ({ gearWheel }) => gearWheel(),
    azimuth: 24,
    elevation: 42,
    zoom: 0.98,
    gloss: 1,
    color: () => [0.36, 0.35, 0.34],
  },
  island: {
    plugin: 'island',
    call: ({ island }) => island(11, 110_000),
    azimuth: 30,
    elevation: 28,
    zoom: 1.4,
    shift: [0, 0.1],
    gloss: 0.03,
    color: paintLand,
  },
  'hydrogen-density': {
    plugin: 'hydrogen-orbital',
    call: ({ hydrogenDensity }) => toUnitPeak(hydrogenDensity(4, 1, 0, 120)),
    factor: 2,
    azimuth: 25,
    elevation: 12,
    zoom: 2.2,
    exposure: 1.6,
    transfer: (value) => {
      const strength = Math.max(0, value) ** 0.4
      const low = blend([0.02, 0.06, 0.5], [0.75, 0.08, 0.4], strength * 2.4)
      return [...blend(low, [1, 0.8, 0.35], (strength - 0.38) * 2.2), 34 * strength ** 2.2]
    },
  },
  'hydrogen-phase': {
    plugin: 'hydrogen-orbital',
    call: ({ hydrogenPhase }) => hydrogenPhase(4, 3, 2, 120),
    factor: 2,
    azimuth: 25,
    elevation: 24,
    zoom: 1.55,
    exposure: 1.2,
    transfer: (value, slope) => {
      const strength = Math.abs(value - 128) / 127
      const lit = 0.45 + 0.55 * Math.min(1, Math.max(0, slope() * Math.sign(value - 128) * 0.06 + 0.4))
      const tint = value > 128 ? [1.0, 0.4, 0.1] : [0.1, 0.45, 1.0]
      return [...tint.map((part) => part * lit), strength < 0.4 ? 0 : 600 * (strength - 0.4)]
    },
  },
  'reaction-diffusion': {
    plugin: 'reaction-diffusion',
    factor: 2,
    call: ({ reactionDiffusion }) => reactionDiffusion(quiet, 'coral', 144, 9000, 1, 'ember'),
  },
  'strange-attractor': {
    plugin: 'strange-attractor',
    call: ({ strangeAttractor }) => strangeAttractor('aizawa', 500_000, 0.16, 'magma'),
    azimuth: 30,
    elevation: 28,
    zoom: 1.12,
    glow: 0.1,
    spot: 1.5,
  },
  'head-surface': {
    plugin: 'head-scan',
    call: ({ headSurface }) => headSurface(),
    azimuth: 122,
    elevation: 18,
    zoom: 1.1,
    gloss: 0.3,
    occlusion: 1.1,
    color: () => [0.66, 0.4, 0.33],
  },
  'head-volume': {
    plugin: 'head-scan',
    call: ({ headVolume }) => headVolume('head'),
    factor: 2,
    azimuth: 138,
    elevation: 24,
    zoom: 1.42,
    steps: 420,
    isAway: (x, y, z) => x > 1 && y > -4 && z > -14,
    transfer: (value, slope, isCut) => {
      if (isCut && value > 18)
        return [...blend([0.01, 0.012, 0.02], [0.95, 0.93, 0.9], (value / 150) ** 1.5), 4000]
      if (value < 34) return [0, 0, 0, 0]
      const lit = 0.16 + 0.84 * Math.min(1, Math.max(0, slope() * 0.02 + 0.1))
      return [...[0.72, 0.43, 0.33].map((part) => part * lit), 400]
    },
  },
  mandelbulb: {
    plugin: 'mandelbulb',
    call: ({ mandelbulb }) => mandelbulb(8, 300, 7),
    azimuth: 25,
    elevation: 24,
    zoom: 1,
    gloss: 0.15,
    occlusion: 1.3,
    color: ([x, y, z]) => {
      const out = Math.hypot(x, y, z)
      return blend([0.55, 0.1, 0.05], [0.95, 0.75, 0.4], (out - 0.75) / 0.42)
    },
  },
}

/** Sea, beach, grass, rock and snow by height and steepness. */
function paintLand([, , height], [, , up]) {
  if (height <= 0) return [0.02, 0.1, 0.2]
  const green = blend([0.5, 0.42, 0.26], [0.07, 0.17, 0.05], height / 0.09)
  const rock = blend(green, [0.22, 0.19, 0.17], (0.86 - Math.abs(up)) / 0.14)
  return blend(rock, [0.9, 0.92, 0.96], (height - 0.8 - 0.4 * (1 - Math.abs(up))) / 0.1)
}

function toUnitPeak(volume) {
  const peak = volume.data.reduce((high, value) => Math.max(high, value), 0)
  return { ...volume, data: volume.data.map((value) => value / peak) }
}

function blend(low, high, position) {
  const t = Math.min(1, Math.max(0, position))
  return low.map((value, i) => value + (high[i] - value) * t)
}
