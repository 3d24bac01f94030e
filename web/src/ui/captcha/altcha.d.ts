/** Vite builds the package's worker as a file of our own origin, which is all that the page's policy allows. */
declare module "altcha/workers/pbkdf2?worker" {
  const SolverWorker: new () => Worker;
  export default SolverWorker;
}
