/** Made by `vite.config.ts`. */
declare module 'virtual:dockview.css';
