const sizes = { small: 3, list: [5] } as const
export default sizes.list
