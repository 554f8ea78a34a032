import type { Result } from '../../domain/result/result.ts'
import type { ColormapName } from './colormaps.ts'

/** Returns the chosen colormap, else grey for integers in a grid, as in scans, and colours for others. */
export function chooseColormap(chosen: ColormapName | null, result: Result): ColormapName {
  if (chosen) return chosen
  const isCounted = 'dtype' in result && result.dtype.includes('int')
  return isCounted ? 'grey' : 'viridis'
}
