import { mebibyte, number, type OptionTable, optionalText, text, toggle } from './option.ts'

/** Options: the served contents. */
export const serveOptions = {
  plugins: text({
    default: 'dist/plugins',
    placeholder: 'DIR',
    help: 'folder of bundles, made by `specimen build`',
  }),
  specimens: text({
    default: 'specimens',
    placeholder: 'DIR',
    help: 'folder of specimens, each a folder with specimen.json',
  }),
  metadataBytes: number({
    default: mebibyte,
    unit: 'BYTES',
    min: 1024,
    max: 64 * mebibyte,
    help: 'largest specimen.json, with the schema in it; a larger one is left out',
  }),
  followLinks: toggle({
    help: 'also load bundles and specimens whose folder is a link; what lies outside its target stays out',
  }),
  watch: toggle({
    help: 'read the folders again when something in them has changed and is complete',
  }),
  requireSignature: optionalText({
    placeholder: 'FILE',
    help: 'take only bundles signed with a key of this file, a line `<name> <public key>` for each',
  }),
} as const satisfies OptionTable
