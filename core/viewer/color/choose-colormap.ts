import type { Result } from '../../domain/result/result.ts'
import type { ColormapName } from './colormaps.ts'

/**
 * Returns the colormap that was chosen, or the one that suits the result. Integers in a grid are counts of an
 * instrument, as scans and photographs are, which people know in grey; computed fields have colours.
 */
export function chooseColormap(chosen: ColormapName | null, result: Result): ColormapName {
  if (chosen) return chosen
  const isCounted = 'dtype' in result && result.dtype.includes('int')
  return isCounted ? 'grey' : 'viridis'
}
