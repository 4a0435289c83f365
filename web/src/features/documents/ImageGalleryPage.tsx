import { LibraryPage } from './LibraryPage.tsx'
import { imageGallery } from './library.ts'

export const ImageGalleryPage = () => <LibraryPage library={imageGallery} />
