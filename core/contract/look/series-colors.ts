/** The colours of columns in a plot, on a dark ground: those of Okabe and Ito (2008), for most eyes. */
export const seriesColors = [
  '#56b4e9',
  '#e69f00',
  '#00b98a',
  '#f0e442',
  '#d55e00',
  '#cc79a7',
  '#8fa7ff',
  '#c8c8c8',
] as const
