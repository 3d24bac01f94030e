//! Bytes of uploaded files: [`kernel::files`], which other rooms keep files with too.

pub use kernel::files::*;

#[cfg(test)]
mod tests {
    use words::SchoolId;

    use super::*;

    #[tokio::test]
    async fn files_are_kept_whole_or_not_at_all() {
        let folder = tempfile::tempdir().expect("folder");
        let store = FileStore::open(folder.path().to_path_buf()).expect("store");
        let school = SchoolId::parse("abq").expect("id");
        let mut incoming = store.begin("0001").await.expect("begin");
        incoming.write(b"abc").await.expect("write");
        let key = store.keep(&school, "0001", incoming).await.expect("keep");
        assert_eq!(key, "abq/01/0001");
        assert!(store.read(&key).await.is_ok());
        drop(store.begin("0002").await.expect("begin"));
        assert_eq!(std::fs::read_dir(folder.path().join(kernel::files::ARRIVING)).expect("list").count(), 0);
        store.remove(&key).await.expect("remove");
        store.remove(&key).await.expect("remove again");
        assert!(store.read("../secret").await.is_err());
    }
}
