/** The colormaps by name. A colormap turns a fraction from 0 to 1 into a colour. */

/** The name of a colormap. */
export type ColormapName = 'viridis' | 'magma' | 'turbo' | 'grey' | 'coolwarm'

/** Every colormap, in the order in which a person chooses. */
export const colormapNames: readonly ColormapName[] = ['viridis', 'magma', 'turbo', 'grey', 'coolwarm']
