/**
 * A place of a surface or a mark at a pixel: the pixel from the left and from the top, 1 / distance, what is
 * seen there (a triangle, a piece of a line, a point), two numbers by which its colour is found, and the
 * opacity beside that of its part. There are millions, so one is filled again and again.
 */
export type Fragment = Record<'x' | 'y' | 'nearness' | 'element' | 'u' | 'v' | 'opacity', number>

/** Returns a fragment to be filled. */
export function createFragment(): Fragment {
  return { x: 0, y: 0, nearness: 0, element: 0, u: 0, v: 0, opacity: 1 }
}

/** A part of a picture: from the first pixels to those before the last. */
export type PixelBox = Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>

/** What takes the fragments of a part of the picture. */
export interface FragmentTarget extends PixelBox {
  /** True when it takes no more. */
  readonly isFull: boolean
  /** Returns whether a place at a pixel, by 1 / distance, is not to be seen. */
  hides(x: number, y: number, nearness: number): boolean
  put(fragment: Fragment): void
}
