/** The formats of thumbnails, recognised by their first bytes. */

/** A picture format. */
export interface PictureKind {
  readonly name: string
  readonly extensions: readonly [string, ...string[]]
  readonly mediaType: string
  /** Tests the first bytes, one character each. */
  readonly isStart: (text: string) => boolean
}

/** All formats. Sources: PNG (W3C) 5.2, JPEG (T.81) B.1.1.3, WebP container (RFC 9649) 2.4, SVG 2. */
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
    // A byte order mark, declarations and comments may stand before the element.
    isStart: (text) => /^(?:\xef\xbb\xbf)?\s*(?:<[?!].*)?<(?:\w+:)?svg[\s>/]/s.test(text),
  },
]

/** Comments before an SVG's element may be long. */
const headBytes = 64 * 1024

/** Returns the format of an ending, given with its dot in lower case. */
export function findPictureKind(extension: string): PictureKind | undefined {
  return pictureKinds.find(({ extensions }) => extensions.includes(extension))
}

/** Returns true when bytes begin as files of a format do. */
export function isPictureOf({ isStart }: PictureKind, bytes: Uint8Array): boolean {
  return isStart(Buffer.from(bytes.subarray(0, headBytes)).toString('latin1'))
}
