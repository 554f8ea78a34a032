/** CRC-32 of PNG (annex D of its standard) and of zip (APPNOTE, 4.4.7), by the byte. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb8_8320 ^ (value >>> 1) : value >>> 1
  return value
})

/** Returns the checksum of a chunk of PNG, its type and its content, or of a file in an archive. */
export function findChecksum(bytes: Uint8Array): number {
  let checksum = 0xffff_ffff
  for (let i = 0; i < bytes.length; i++)
    checksum = (table[(checksum ^ (bytes[i] ?? 0)) & 0xff] ?? 0) ^ (checksum >>> 8)
  return (checksum ^ 0xffff_ffff) >>> 0
}
