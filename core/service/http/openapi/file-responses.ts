import { problem } from './problem.ts'

/** The headers of what has come of a file. */
export const uploadHeaders = {
  'Upload-Offset': {
    description: 'How many bytes have come, and so the place at which the file goes on.',
    schema: { type: 'integer' },
    example: 8388608,
  },
  'Upload-Complete': { description: 'That it is not whole yet.', schema: { const: '?0' } },
  'Upload-Length': {
    description: 'The bytes of the whole file.',
    schema: { type: 'integer' },
    example: 52428800,
  },
}

/** Answers about files that callers bring, by name. */
export const fileResponses = {
  UnknownFile: problem(
    'The caller has brought no such file, or it has gone, or is not whole yet.',
    { 'file.missing': 'This host has no file "9f86…" of yours, or no longer; bring it by POST /api/files.' },
    { headers: uploadHeaders },
  ),
  DisplacedPiece: problem(
    'The piece does not begin where the file goes on, or another request goes on with it.',
    {
      'piece.displaced':
        'The file goes on at byte 8388608, or another request goes on with it; ask for its offset ' +
        '(HEAD /api/files/…), and send the rest from there.',
    },
    { headers: uploadHeaders },
  ),
  PieceOutside: problem(
    'The piece is none of this file.',
    {
      'piece.outside':
        'The file was begun as one of 52428800 bytes (got a piece of 50); ' +
        'delete it (DELETE /api/files/…) to begin it again.',
    },
    { headers: uploadHeaders },
  ),
  AlteredFile: problem(
    'The bytes of the whole file have another hash; nothing of them is kept.',
    {
      'file.altered':
        'The file has the SHA-256 60303a…, where 9f86d0… was announced; send it again from its start.',
    },
    { headers: uploadHeaders },
  ),
  UnreadableFile: problem('The file has no format that can be shown, or its beginning is damaged.', {
    'format.unknown': 'It has none of the formats that can be shown: PLY (.ply), STL (.stl).',
    'file.undecodable': 'It is a PNG without the chunk IHDR; is it cut?',
  }),
  FileTooLarge: problem('The file is larger than all files of the host together may be.', {
    'body.large':
      'The body must have at most 1073741824 bytes, as all files of this host together (--file-bytes); ' +
      'send a smaller file.',
  }),
}
