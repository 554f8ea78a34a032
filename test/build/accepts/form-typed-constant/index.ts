import type { Mesh } from 'specimen-host/plugin'

declare const untyped: any

export const formTypedConstant: (x?: number) => Mesh = (x = 3) => untyped(x)
