import type { Mesh } from 'specimen-host/plugin'
import { build } from './missing.js'

export function bundleUnresolved(x = 1): Mesh {
  return build(x)
}
