import { Script } from '../redis/script.ts'

/** Writes the entry of a file at one host for one caller; the key lives as long as its longest entry. */
export const announceScript = new Script(`
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return {}`)
