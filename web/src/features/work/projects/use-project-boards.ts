import { useBoards } from '../../boards/use-boards.ts'

export const useProjectBoards = () => useBoards('PROJECT')
