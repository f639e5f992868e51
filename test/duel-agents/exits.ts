/** A bot that ends its process. */
export default () => process.exit(7);
