/** The formats that thumbnails may have, and how their bytes show that they have it. */

/** One format. */
export interface PictureKind {
  readonly name: string
  /** Endings of its files, with the dot, in lower case. */
  readonly extensions: readonly [string, ...string[]]
  readonly mediaType: string
  /** Whether bytes, one character each, begin as its files do. */
  readonly isStart: (text: string) => boolean
}

/** All of them. Sources: PNG (W3C) 5.2, JPEG (T.81) B.1.1.3, WebP container (RFC 9649) 2.4, SVG 2. */
export const pictureKinds: readonly PictureKind[] = [
  {
    name: 'PNG',
    extensions: ['.png'],
    mediaType: 'image/png',
    isStart: (text) => text.startsWith('\x89PNG\r\n\x1a\n'),
  },
  {
    name: 'JPEG',
    extensions: ['.jpg', '.jpeg'],
    mediaType: 'image/jpeg',
    isStart: (text) => text.startsWith('\xff\xd8\xff'),
  },
  {
    name: 'WebP',
    extensions: ['.webp'],
    mediaType: 'image/webp',
    isStart: (text) => text.startsWith('RIFF') && text.startsWith('WEBP', 8),
  },
  {
    name: 'SVG',
    extensions: ['.svg'],
    mediaType: 'image/svg+xml',
    // A mark of the byte order, declarations and comments may stand before the element.
    isStart: (text) => /^(?:\xef\xbb\xbf)?\s*(?:<[?!].*)?<(?:\w+:)?svg[\s>/]/s.test(text),
  },
]

/** Bytes that are looked at: comments before an SVG's element may be long. */
const headBytes = 64 * 1024

/** Returns the format of a file's ending, with its dot and in lower case. */
export function findPictureKind(extension: string): PictureKind | undefined {
  return pictureKinds.find(({ extensions }) => extensions.includes(extension))
}

/** Returns whether bytes begin as a picture of a format does. */
export function isPictureOf({ isStart }: PictureKind, bytes: Uint8Array): boolean {
  return isStart(Buffer.from(bytes.subarray(0, headBytes)).toString('latin1'))
}
