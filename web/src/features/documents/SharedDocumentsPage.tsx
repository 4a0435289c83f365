import { FileCheckAlert } from './FileCheckAlert.tsx'
import { LibraryPage } from './LibraryPage.tsx'
import { sharedDocuments } from './library.ts'

export const SharedDocumentsPage = () => (
  <LibraryPage library={sharedDocuments}>
    <FileCheckAlert />
  </LibraryPage>
)
