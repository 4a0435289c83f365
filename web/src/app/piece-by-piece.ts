const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }

/** Ends the current task, so that the browser can handle input and draw. */
export const breathe = (): Promise<void> => scheduler?.yield?.() ?? new Promise<void>((resolve) => setTimeout(resolve))

/**
 * Loads a file after the pieces that many files share, each in a task of its own: a file runs with all its imports as
 * one task. The page preloads all pieces, so none waits for another to load.
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
