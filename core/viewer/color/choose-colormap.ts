import type { Result } from '../../domain/result/result.ts'
import type { ColormapName } from './colormaps.ts'

/**
 * Returns the chosen colormap, or one that suits the result: grey for integers in a grid, which are counts of
 * an instrument as in scans and photographs; colours for computed fields.
 */
export function chooseColormap(chosen: ColormapName | null, result: Result): ColormapName {
  if (chosen) return chosen
  const isCounted = 'dtype' in result && result.dtype.includes('int')
  return isCounted ? 'grey' : 'viridis'
}
