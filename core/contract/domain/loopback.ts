/** Returns true for an address that only this machine can reach or send from. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  return plain === 'localhost' || plain === '::1' || /^127(\.\d{1,3}){3}$/.test(plain)
}
