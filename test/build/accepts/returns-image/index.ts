import type { Image } from 'specimen-host/plugin'

export function returnsImage(): Image {
  return { width: 1, height: 1, channels: 1, data: new Uint8Array(1) }
}
