import './globals.css';

export const metadata = {
  title: 'Checkout page',
  description: 'The same checkout page in a default Next.js application',
};

// oxlint-disable-next-line import/no-default-export -- Next.js requires it
export default function RootLayout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
