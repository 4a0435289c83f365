const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }

/** Ends the task that runs: what was typed and what is to be drawn come first. */
export const breathe = (): Promise<void> => scheduler?.yield?.() ?? new Promise<void>((resolve) => setTimeout(resolve))

/**
 * A file is run with all that it imports, as one task. What many files share is run before them here, each piece in a task of
 * its own. The page names them all, so that none waits for another one to come.
 */
export const pieceByPiece =
  <File>(pieces: readonly (() => Promise<unknown>)[], load: () => Promise<File>) =>
  async (): Promise<File> => {
    for (const piece of pieces) {
      await piece()
      await breathe()
    }
    return load()
  }
