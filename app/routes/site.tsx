import { Outlet } from 'react-router';

import '#app/app.css';
import { Bar } from '#app/site/bar.tsx';
import { Footer } from '#app/site/footer.tsx';
import { Toaster } from '#app/ui/toast.tsx';
import { archivoPreload } from '#app/ui/archivo.ts';

export const links = () => [archivoPreload];

export default function Site() {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Bar />
      <Outlet />
      <Footer />
      <Toaster />
    </>
  );
}
