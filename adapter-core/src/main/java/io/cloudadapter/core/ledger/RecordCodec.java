package io.cloudadapter.core.ledger;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.MutableConfigOverride;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.time.Instant;

/** Converts records to JSON and back. Null and empty fields are left out. Any number of threads may use it. */
public final class RecordCodec {
  private static final ObjectMapper MAPPER = JsonMapper.builder()
      .addModule(new JavaTimeModule())
      .addModule(StoredAlarmCode.addTo(
          new SimpleModule().addDeserializer(Instant.class, new LedgerInstantDeserializer())))
      .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
      .defaultPropertyInclusion(
          JsonInclude.Value.construct(JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS))
      .withConfigOverride(boolean.class, RecordCodec::unlessDefault)
      .withConfigOverride(int.class, RecordCodec::unlessDefault)
      .withConfigOverride(long.class, RecordCodec::unlessDefault)
      .visibility(PropertyAccessor.ALL, JsonAutoDetect.Visibility.NONE)
      .visibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY)
      .visibility(PropertyAccessor.CREATOR, JsonAutoDetect.Visibility.ANY)
      .build();

  /** For each type, what reads it, looked up once. */
  private static final ClassValue<ObjectReader> READERS = new ClassValue<>() {
    @Override
    protected ObjectReader computeValue(Class<?> type) {
      return MAPPER.readerFor(type);
    }
  };

  /** For each type, what writes it, looked up once. */
  private static final ClassValue<ObjectWriter> WRITERS = new ClassValue<>() {
    @Override
    protected ObjectWriter computeValue(Class<?> type) {
      return MAPPER.writerFor(type);
    }
  };

  private RecordCodec() {}

  /** Many fields of a record are false or 0; what is missing is read as just that. */
  private static void unlessDefault(MutableConfigOverride type) {
    type.setInclude(
        JsonInclude.Value.construct(JsonInclude.Include.NON_DEFAULT, JsonInclude.Include.ALWAYS));
  }

  public static byte[] write(Object fact) {
    try {
      return WRITERS.get(fact.getClass()).writeValueAsBytes(fact);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write " + fact.getClass().getSimpleName(), e);
    }
  }

  /**
   * Reads a record.
   *
   * @param key under which it was stored, for the error
   * @param bytes the stored bytes
   * @param type what it is
   * @return the record
   * @throws IllegalStateException if it is something else
   */
  public static <T> T read(String key, byte[] bytes, Class<T> type) {
    try {
      return READERS.get(type).readValue(bytes);
    } catch (IOException e) {
      throw new IllegalStateException(
          "the ledger's record " + key + " cannot be read as " + type.getSimpleName()
              + "; was it written by a newer version?",
          e);
    }
  }
}
