import type { Volume } from 'specimen-host/plugin'

export function returnsVolume(): Volume {
  return { shape: [1, 1, 1], data: new Uint8Array(1) }
}
