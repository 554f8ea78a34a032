import type { Mesh } from 'specimen-host/plugin'
import build from 'no-such-package-of-ours'

export function bundlePackageMissing(x = 1): Mesh {
  return build(x)
}
