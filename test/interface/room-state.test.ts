/** The state of a room in memory: its contract. */
import { memoryRoomStates } from '../../core/service/rooms/room-state.ts'
import { describeRoomState } from './room-state-contract.ts'

describeRoomState('in memory', async () => ({ states: memoryRoomStates, close: async () => {} }))
