export declare const LIMIT: 11
export declare namespace exact {
  const D: 3
  const on: true
}
export declare class Names {
  static readonly least: 2
}
export declare const SIZES: { readonly small: 1; readonly big: -2.5 }
export declare const NAMES: readonly ['a', 'b']
