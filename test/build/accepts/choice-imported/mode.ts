export type Mode = 'z' | 'y' | 'x'
