import { useBoards } from '../../boards/use-boards.ts'

export const useFlameBoards = () => useBoards('FLAME')
