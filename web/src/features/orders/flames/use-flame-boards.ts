import { useBoards } from '../../boards/use-boards.ts'

export const useFlameBoards = (enabled = true) => useBoards('FLAME', enabled)
